// Small plots.
const SPACE = 'http://www.w3.org/2000/svg';
const make = (name, attributes, text) => {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
};

function canvas(label, width = 520, height = 180) {
  const plot = make('svg', { viewBox: `0 0 ${width} ${height}`, class: 'plot', role: 'img', 'aria-label': label });
  plot.append(make('line', { class: 'axis', x1: 40, x2: width - 10, y1: height - 24, y2: height - 24 }), make('line', { class: 'axis', x1: 40, x2: 40, y1: 10, y2: height - 24 }));
  return plot;
}

/** How many values fall into each tenth from 0 to 1. */
export function histogram(values, label) {
  const plot = canvas(label);
  const counts = new Array(10).fill(0);
  values.forEach((value) => { counts[Math.min(9, Math.floor(value * 10))] += 1; });
  const most = Math.max(1, ...counts);
  counts.forEach((count, at) => {
    const height = (count / most) * 140;
    plot.append(make('rect', { class: 'bar', x: 44 + at * 46, width: 42, y: 156 - height, height }), make('text', { x: 65 + at * 46, y: 172, 'text-anchor': 'middle' }, (at / 10).toFixed(1)));
    if (count) plot.append(make('text', { x: 65 + at * 46, y: 151 - height, 'text-anchor': 'middle' }, count));
  });
  return plot;
}

/** Points of two measures. */
export function scatter(points, label, across, up) {
  const plot = canvas(label);
  const most = Math.max(1, ...points.map(([x]) => x));
  points.forEach(([x, y]) => plot.append(make('circle', { cx: 44 + (x / most) * 456, cy: 156 - y * 142, r: 3, opacity: .6 })));
  plot.append(make('text', { x: 500, y: 172, 'text-anchor': 'end' }, `${across}, to ${Math.round(most)}`), make('text', { x: 4, y: 16 }, up));
  return plot;
}

/** A line of values over steps. */
export function line(values, label) {
  const plot = canvas(label);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const path = values.map((value, at) => `${at ? 'L' : 'M'}${44 + (at / Math.max(1, values.length - 1)) * 456} ${156 - ((value - least) / (most - least || 1)) * 140}`).join(' ');
  plot.append(make('path', { d: path }), make('text', { x: 4, y: 16 }, most.toFixed(1)), make('text', { x: 4, y: 156 }, least.toFixed(1)), make('text', { x: 500, y: 172, 'text-anchor': 'end' }, `${values.length} steps`));
  return plot;
}
