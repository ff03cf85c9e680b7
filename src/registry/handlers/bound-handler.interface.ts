import type { HandlerCall } from './handler-call.interface.js';

/** One call under way: guards first, then everything else, so that a question can stand between. */
export interface HandlerRun {
  /** Runs the guards. Rejects with what a guard or an exception filter threw. */
  guard(): void | Promise<void>;

  /** Runs interceptors, pipes and the method with the validated arguments. */
  invoke(args: unknown): Promise<unknown>;
}

/** Where a decorated method is, in the words of Nest's graph of the application. */
export interface HandlerOrigin {
  /** Id of the provider or controller in the container. */
  readonly classId: string;
  readonly className: string;
  readonly methodName: string;
}

/** A method (or function) that serves calls. */
export interface BoundHandler {
  /** `Class.method`, for logs and errors. */
  readonly place: string;

  /** Absent: it is no method of a provider or controller. */
  readonly origin?: HandlerOrigin;

  /** Class names of the interceptors around it, which may have changed a result. */
  readonly interceptors: readonly string[];

  /** Prepares one call; a request-scoped provider is created here. */
  open(call: HandlerCall): HandlerRun | Promise<HandlerRun>;
}
