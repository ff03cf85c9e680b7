/** Resolves when everything that needs neither time nor a network has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
}
