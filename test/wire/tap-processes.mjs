import { ChildProcess } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { Conversation } from './conversation.mjs';
import { witness } from './witness.mjs';

/** From now on every process started here is watched that has JSON-RPC written to its input. */
export function tapProcesses() {
  const { spawn } = ChildProcess.prototype;
  ChildProcess.prototype.spawn = function (...given) {
    const result = Reflect.apply(spawn, this, given);
    if (this.stdin !== null && this.stdout !== null) watch(this.stdin, this.stdout);
    return result;
  };
}

/** Whoever reads the output must not notice, so the streams are overheard where bytes enter them. */
function watch(stdin, stdout) {
  const conversation = new Conversation();
  const { write, end } = stdin;
  const fromClient = lineReader((line) => {
    const message = parse(line);
    if (message === undefined) conversation.sentNonsense();
    else conversation.sent(message.json);
  });
  stdin.write = function (chunk, ...rest) {
    fromClient(chunk);
    return Reflect.apply(write, this, [chunk, ...rest]);
  };
  stdin.end = function (...given) {
    if (typeof given[0] === 'string') fromClient(given[0]);
    // The last line may lack its end.
    fromClient('\n');
    return Reflect.apply(end, this, given);
  };
  const { push } = stdout;
  const fromServer = lineReader((line) => {
    if (!conversation.hasBegun) return;
    const message = parse(line)?.json ?? line;
    witness.saw('stdio', message, () => conversation.judge(message));
  });
  stdout.push = function (chunk, ...rest) {
    if (chunk !== null) fromServer(chunk);
    return Reflect.apply(push, this, [chunk, ...rest]);
  };
}

function lineReader(take) {
  const decoder = new StringDecoder();
  let rest = '';
  return (chunk) => {
    rest += typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk));
    if (!rest.includes('\n')) return;
    const lines = rest.split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.trim() !== '') take(line);
  };
}

function parse(text) {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
