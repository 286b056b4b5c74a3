// The command line, the Rust and the Python that do the same.
import { copy, dialog, h } from './dom.js';

const quoted = (text) => (/^[\w./:@%+=-]+$/.test(text) ? text : `'${String(text).replaceAll("'", "'\\''")}'`);
const literal = (text) => JSON.stringify(String(text));

export function commandLine({ command, options }, input) {
  const given = Object.entries(options).map(([name, value]) => (value === true ? `--${name.replaceAll('_', '-')}` : `--${name.replaceAll('_', '-')} ${quoted(value)}`));
  return ['chaffinch', command, quoted(input), ...given].join(' ');
}

export function rust({ command, options }, input) {
  const given = Object.entries(options).map(([name, value]) => `(${literal(name)}.into(), ${value === true ? 'None' : `Some(${literal(value)}.into())`})`);
  return [
    'use chaffinch::{Engine, RunOptions};',
    'use chaffinch_cli::options::reading;',
    'use std::ops::ControlFlow;',
    '',
    `let reading = reading(${literal(command)}, &[${given.join(', ')}]).unwrap();`,
    'let engine = Engine::new(reading.settings).unwrap();',
    `engine.read_all(&[${literal(input)}.into()], &RunOptions::default(), |report| {`,
    '    println!("{:#?}", report.relations);',
    '    ControlFlow::Continue(())',
    '});',
  ].join('\n');
}

export function python({ command, options }, input) {
  const given = Object.entries(options).map(([name, value]) => `, ${name === 'from' || name === 'class' ? `${name}_` : name}=${value === true ? 'True' : literal(value)}`);
  return ['import chaffinch', '', `page = chaffinch.${command}(${literal(input)}${given.join('')})`, 'for relation in page.relations:', '    print(relation.to_pandas())'].join('\n');
}

export function showSame(method, page) {
  const input = page?.url ?? page?.name ?? 'page.html';
  const part = (title, text) => h('section', {}, h('div', { class: 'line' }, h('h3', { class: 'grow' }, title), h('button', { onclick: () => copy(text) }, 'Copy')), h('pre', { tabindex: '0' }, text));
  dialog('The same without the workbench', part('Command line', commandLine(method, input)), part('Rust', rust(method, input)), part('Python', python(method, input)));
}
