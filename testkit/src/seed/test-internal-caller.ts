const secret = 'a-secret-that-only-the-tests-know-of'

/** One caller of the AI service's internal routes: what the service is told, and what the caller sends. */
export const testInternalCaller = {
  secret,
  settings: { INTERNAL_CALLERS: `tests/rooms+generator+monitoring:${secret}` },
  headers: { authorization: `Bearer ${secret}` },
} as const
