/** Runs something under a NODE_ENV, `undefined` for none, and puts the old one back. */
export async function withNodeEnv<T>(value: string | undefined, run: () => Promise<T>): Promise<T> {
  const { NODE_ENV } = process.env;
  set(value);
  try {
    return await run();
  } finally {
    set(NODE_ENV);
  }
}

function set(value: string | undefined): void {
  if (value === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = value;
}
