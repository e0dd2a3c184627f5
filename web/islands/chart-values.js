// The value of the nearest bar of a chart, under the pointer or by the arrow keys. Each bar has its value as its title.

/** @type {(chart: SVGElement) => void} */
function addReadout(chart) {
  const bars = [...chart.querySelectorAll('.bar')];
  const frame = chart.parentElement;
  if (bars.length === 0 || !frame) return;
  const readout = Object.assign(document.createElement('output'), { className: 'chart-value', hidden: true });
  frame.append(readout);
  chart.setAttribute('tabindex', '0');
  let current = -1;

  function select(/** @type {number} */ at) {
    bars[current]?.classList.remove('current');
    current = at;
    const bar = bars[at];
    readout.hidden = !bar;
    bar?.classList.add('current');
    readout.textContent = bar?.querySelector('title')?.textContent ?? '';
  }

  function nearest(/** @type {number} */ x) {
    const distances = bars.map((bar) => {
      const { left, right } = bar.getBoundingClientRect();
      return Math.abs((left + right) / 2 - x);
    });
    return distances.indexOf(Math.min(...distances));
  }

  chart.addEventListener('pointermove', ({ clientX }) => select(nearest(clientX)));
  chart.addEventListener('pointerleave', () => select(-1));
  chart.addEventListener('blur', () => select(-1));
  chart.addEventListener('keydown', (event) => {
    const last = bars.length - 1;
    const next = {
      ArrowLeft: current < 0 ? last : Math.max(0, current - 1),
      ArrowRight: Math.min(last, current + 1),
      Home: 0,
      End: last,
      Escape: -1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  });
}

for (const chart of document.querySelectorAll('svg.chart')) if (chart instanceof SVGElement) addReadout(chart);
