import { Writable } from 'node:stream';

let taken: Writable | undefined;

/**
 * Takes standard output for the protocol: from now on everything else that prints there (loggers,
 * `console.log`, dependencies that greet) goes to standard error. The first call decides; later ones
 * give the same stream.
 */
export function takeStdout(): Writable {
  taken ??= takeFrom(process.stdout);
  return taken;
}

function takeFrom(stdout: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout);
  const { stderr } = process;
  // For whoever holds the stream already.
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  // For everybody else: not even its `end()` or its descriptor lead to the client.
  Object.defineProperty(process, 'stdout', {
    configurable: true,
    enumerable: true,
    get: () => stderr,
  });
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => void write(chunk, done),
  });
  // A client may be gone before the input ends. Unheard, that error would end the process in the
  // middle of other calls; whoever writes to the client sees that the stream is closed.
  for (const stream of [stdout, stderr, output]) stream.on('error', () => undefined);
  return output;
}
