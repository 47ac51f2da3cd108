// For pools whose statements may take long: the statement's time limit is then far too long to notice that the server no
// longer responds. While a statement runs, new connections show at an interval whether the server still accepts them.
import pg from 'pg'
import type { ServerList } from '../server-list.ts'

export type SilenceCheckOptions = { servers: ServerList; everyMs: number; connectTimeoutMs: number }

/** Resolves or rejects as the statement does. Rejects earlier if the server stops responding meanwhile. */
export type SilenceCheck = <T>(statement: Promise<T>) => Promise<T>

export function createSilenceCheck({
  servers,
  everyMs,
  connectTimeoutMs,
}: SilenceCheckOptions): SilenceCheck {
  async function connectOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: servers.current,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    // Every failure to connect rejects `connect`; without a listener it would end the process as well.
    client.on('error', () => undefined)
    try {
      await client.connect()
    } finally {
      client.end().catch(() => undefined)
    }
  }

  return async (statement) => {
    const silence = Promise.withResolvers<never>()
    let isOver = false
    const check = async () => {
      try {
        await connectOnce()
      } catch (cause) {
        silence.reject(new Error('Connection terminated: the server does not respond', { cause }))
      }
      if (!isOver) checkLater()
    }
    let timer: NodeJS.Timeout | undefined
    const checkLater = () => (timer = setTimeout(() => void check(), everyMs))
    checkLater()
    try {
      return await Promise.race([statement, silence.promise])
    } finally {
      isOver = true
      clearTimeout(timer)
    }
  }
}

export const noSilenceCheck: SilenceCheck = (statement) => statement
