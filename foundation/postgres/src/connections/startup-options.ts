/**
 * The startup parameter `options`, which sets Postgres settings for a connection without a round trip. Days are UTC days
 * everywhere, so every session has the time zone UTC, whatever the server, the database or the role has. PgBouncer knows
 * the parameter since 1.20, and keeps a client's time zone also in transaction mode.
 */
export function startupOptions(settings: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ TimeZone: 'UTC', ...settings })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
