import { Writable } from 'node:stream';

let taken: Writable | undefined;

/**
 * Takes standard output for the protocol: from now on everything else that prints there (loggers,
 * `console.log`, dependencies that greet) goes to standard error. The first call decides; later ones
 * give the same stream.
 */
export function takeStdout(): Writable {
  if (taken !== undefined) return taken;
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  // A client may stop reading before it ends the input. Unheard, that error would end the process in
  // the middle of other calls.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  taken = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      write(chunk, () => done());
    },
  });
  return taken;
}
