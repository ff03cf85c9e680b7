/** Which transports of a server this process serves. Told before the application initializes. */
export class ServedTransports {
  /** False when the process serves standard input and output, and nothing will listen. */
  http = true;
  /** True for the one server that has standard input and output. */
  stdio = false;
}
