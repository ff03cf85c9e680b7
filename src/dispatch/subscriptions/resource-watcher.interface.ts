/**
 * Learns when somebody begins to care for a resource and when the last one stops, in both eras. Calls
 * for one URI never overlap: the next waits until the promise of the one before is settled. A URI comes
 * in its normal form: scheme in lower case, escapes in upper case, everything beyond ASCII escaped.
 */
export interface ResourceWatcher {
  /** The first connection or listen subscribed. What it throws is logged, and changes nothing. */
  attached(uri: string): void | Promise<void>;

  /** The last one is gone. Called exactly once for each call of `attached`. */
  detached(uri: string): void | Promise<void>;
}
