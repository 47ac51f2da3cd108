/** Reads an error answer, with the headers that say whether a client should retry. */
export async function readError(response: Response) {
  const { error } = (await response.json()) as { error: Record<string, unknown> }
  return {
    status: response.status,
    ...error,
    shouldRetry: response.headers.get('x-should-retry'),
    retryAfterMs: response.headers.get('retry-after-ms'),
    retryAfter: response.headers.get('retry-after'),
  }
}
