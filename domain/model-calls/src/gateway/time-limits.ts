/** Time limit of a question that sets none. */
export const askTimeLimitMs = 90_000

/** The longest time limit, because one parse takes several consecutive model calls. */
export const parseTimeLimitMs = 240_000
