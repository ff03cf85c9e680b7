import { quote } from './quote.js';

/** Why a policy refused a call, in its own words. */
export const deniedBecause = (detail: string): string => `denied, ${quote(detail)}`;
