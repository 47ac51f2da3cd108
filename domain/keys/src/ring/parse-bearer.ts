/** What stands after `Bearer` and at least one space, in an Authorization header that has nothing else. */
export function parseBearer(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +([^ ]+)$/i.exec(authorization)?.[1]
}
