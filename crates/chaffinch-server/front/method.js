// Choosing a method and every setting that it has.
import { fill, h } from './dom.js';
import { about } from './api.js';

const NAMES = { extract: 'Extract: whatever is there', records: 'Records: lists', tables: 'Tables', topk: 'Top-k list', label: 'Label: learned model', domain: 'Domain: a file of knowledge' };

/** A choice of a command and its options. `hear` is told of every change. */
export class MethodChoice {
  constructor(bar, drawer, hear, label = 'Method') {
    this.drawer = drawer;
    this.hear = hear;
    this.command = 'extract';
    this.options = {};
    this.choice = h('select', { 'aria-label': label, onchange: () => { this.command = this.choice.value; this.options = {}; this.draw(); hear(); } });
    this.toggle = h('button', { 'aria-expanded': 'false', onclick: () => { drawer.hidden = !drawer.hidden; this.toggle.setAttribute('aria-expanded', String(!drawer.hidden)); } }, 'Settings');
    drawer.hidden = true;
    bar.append(this.choice, this.toggle);
    this.ready = this.start();
  }

  async start() {
    const { commands, domains, models } = await about();
    this.commands = commands;
    this.names = { domain: domains, model: models.map((model) => model.name) };
    fill(this.choice, commands.map((command) => h('option', { value: command.name, title: command.about }, NAMES[command.name] ?? command.name)));
    this.draw();
  }

  /** As the API takes it. */
  get method() { return { command: this.command, options: this.given() }; }

  given() {
    const given = { ...this.options };
    if (this.command === 'domain' && !given.domain) given.domain = this.names.domain[0];
    if (this.command === 'label' && !given.model) given.model = this.names.model[0];
    return given;
  }

  async set({ command, options }) {
    await this.ready;
    this.command = command;
    this.options = { ...options };
    this.draw();
  }

  draw() {
    this.choice.value = this.command;
    const command = this.commands.find((known) => known.name === this.command);
    const groups = new Map();
    for (const option of command.options) groups.set(option.group, [...(groups.get(option.group) ?? []), option]);
    const changed = Object.keys(this.options).length;
    this.toggle.textContent = changed ? `Settings (${changed} changed)` : 'Settings';
    fill(this.drawer, h('p', { class: 'soft' }, command.about),
      [...groups].map(([group, options]) => h('fieldset', {}, h('legend', {}, group), options.map((option) => this.option(option)))),
      h('button', { onclick: () => { this.options = {}; this.draw(); this.hear(); } }, 'Back to the defaults'));
  }

  option(option) {
    const { name, switch: isSwitch, values, help } = option;
    const id = `option-${this.command}-${name}-${this.number ??= Math.random().toString(36).slice(2, 6)}`;
    const given = this.options[name];
    const change = (value) => {
      if (value === '' || value === false) delete this.options[name]; else this.options[name] = value;
      this.toggle.textContent = Object.keys(this.options).length ? `Settings (${Object.keys(this.options).length} changed)` : 'Settings';
      this.hear();
    };
    const shipped = this.names[name];
    const choices = values.length ? values : shipped;
    let input;
    const spoken = { id, 'aria-label': name.replaceAll('_', ' ') };
    if (isSwitch) input = h('input', { type: 'checkbox', ...spoken, checked: given === true, onchange: () => change(input.checked) });
    else if (choices) input = h('select', { ...spoken, onchange: () => change(input.value) }, shipped && !values.length ? null : h('option', { value: '' }, option.default ?? 'default'), choices.map((value) => h('option', { selected: value === given }, value)));
    else input = h('input', { ...spoken, value: given ?? '', placeholder: option.default ?? '', onchange: () => change(input.value.trim()) });
    return h('div', { class: `option ${given === undefined ? '' : 'changed'}` },
      h('label', { class: isSwitch ? 'check' : 'field', for: id }, isSwitch ? input : null, h('span', { class: 'name' }, name.replaceAll('_', ' ')), isSwitch ? null : input),
      h('small', {}, help));
  }
}
