/** The moment at which an id was made. The ids of calls are UUIDs of version 7, which begin with it. */
export function timeOfId(id: string): string {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()
}
