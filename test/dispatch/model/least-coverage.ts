/** How many runs `LEAST` is made for. */
export const LEAST_RUNS = 2_000;

/** What must have happened, and how often, or the sequences prove too little. */
export const LEAST: Readonly<Record<string, number>> = {
  // Every way in which a call ends
  done: 1_500,
  nothing: 1_000,
  question: 500,
  TypeError: 500,
  callback_timeout: 500,
  'rejected CallerGone': 10,
  'rejected McpTimeoutError': 10,
  'denied deny: not today': 200,
  'denied deny: sensitive_tool_unguarded': 100,
  'denied deny: the authorizer failed': 500,
  'error -32601': 200,
  'error -32602': 200,
  'error -32603': 300,
  listed: 100,
  initialized: 1_000,

  // Every bound
  'busy server': 300,
  'busy connection': 80,
  'busy abandoned': 200,
  'busy approvals': 20,
  'denied ask: too many elicitations pending': 15,
  'denied ask: too many elicitations pending on this server': 30,
  evicted: 12,
  'idle capabilities evicted': 50,
  'capabilities of a live connection evicted': 8,

  // Every end of a question
  parked: 1_000,
  'denied ask: its question': 500,
  approved: 400,
  'approved but busy': 15,
  'denied ask: user decline': 50,
  'denied ask: user cancel': 15,
  'denied ask: user accept': 30,
  'denied ask: user declined': 15,
  'denied ask: elicitation failed': 30,
  'denied ask: elicitation timed out': 200,
  'cancelled while parked': 200,
  'answer to nobody': 300,
  'foreign answer': 40,
  'judged again': 50,
  'tool gone when approved': 5,
  'tool replaced when approved': 10,

  // Every reason to refuse a state
  replayed: 30,
  expired: 8,
  tampered: 30,
  'state for other arguments': 20,
  'state of another principal': 6,

  // Everything that is given up
  'policy abandoned': 300,
  'tool abandoned': 300,
  'tool ended by its signal': 200,
  'late end of a given-up policy': 300,
  'late end of a given-up tool': 300,
  'cancelled while policy': 150,
  'cancelled while tool': 200,
  '0 cancelled by id': 200,
  '1 cancelled by id': 150,
  'two cancelled by one id': 5,
  'two ended with their caller': 1,

  // Connections that come and go
  rebound: 200,
  'plain call outlived its stream': 40,
  'drained while busy': 150,
};
