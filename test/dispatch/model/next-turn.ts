/** Waits until every promise that can settle without time or a gate has settled. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
