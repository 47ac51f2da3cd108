/**
 * Returns the token of an Authorization header that consists of `Bearer`, at least one space and the token, and nothing
 * else.
 */
export function parseBearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization)?.[1]
}
