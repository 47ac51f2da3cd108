const secret = 'a-secret-that-only-the-tests-know-of'

/** A caller of the AI service's internal routes: the service's setting, and the token that the caller sends. */
export const testInternalCaller = {
  secret,
  settings: { INTERNAL_CALLERS: `tests/rooms+generator+monitoring:${secret}` },
  headers: { authorization: `Bearer ${secret}` },
} as const
