/** The part of a client's transport that hands over what arrived. */
interface Incoming<Message extends object, Rest extends readonly unknown[]> {
  onmessage?: ((message: Message, ...rest: Rest) => void) | undefined;
}

/** The codes of all errors that arrive at a connected client from now on. */
export function watchErrors<Message extends object, Rest extends readonly unknown[]>(
  transport: Incoming<Message, Rest>,
): readonly number[] {
  const codes: number[] = [];
  const deliver = transport.onmessage;
  const watch = (message: Message, ...rest: Rest): void => {
    if ('error' in message) codes.push((message.error as { code: number }).code);
    deliver?.(message, ...rest);
  };
  Object.assign(transport, { onmessage: watch });
  return codes;
}
