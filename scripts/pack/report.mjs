/** A failed install names the registry's address, which is nobody's business in a log. */
const withoutHosts = (text) => text.replace(/https?:\/\/[^/\s]+/g, 'https://registry');

/** Prints what failed, and how long everything took. */
export function printReports(reports) {
  for (const { name, results } of reports) {
    for (const [step, { ok, output }] of Object.entries(results)) {
      if (!ok) console.error(`\n--- ${name}: ${step} failed ---\n${withoutHosts(output.trim())}`);
    }
  }
  const width = Math.max(...reports.map(({ name }) => name.length));
  console.log();
  for (const { name, results } of reports) {
    const cells = Object.entries(results).map(([step, result]) => `${step} ${outcome(result)}`);
    console.log(`${name.padEnd(width)}  ${cells.join(' · ')}`);
  }
}

const outcome = ({ ok, seconds }) => `${ok ? 'ok' : 'FAILED'} ${seconds.toFixed(1)} s`;
