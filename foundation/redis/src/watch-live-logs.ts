// Log lines as they are written, by whichever process. One connection serves all who watch, and there is none while
// nobody does. Lines that are lost while Redis is away are not repeated; the watchers are told that there is a gap.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Redis } from 'ioredis'
import { liveLogsChannel } from './create-log-sink.ts'

export type LogWatcher = {
  /** One line, as JSON. */
  onLine(line: string): void
  /** Nobody knows how many lines were missed. */
  onInterruption(): void
}

export type LiveLogs = {
  /** Returns how to stop. */
  watch(watcher: LogWatcher): () => void
  close(): void
}

export type LiveLogsDeps = {
  /** Any connection to the right Redis; watching needs one of its own, because it can do nothing else. */
  redis: Redis
  clock: Clock
}

// A subscriber sends nothing by itself, so it would not notice a connection whose other end is gone.
const beatEveryMs = 1_000

export function createLiveLogs({ redis, clock }: LiveLogsDeps): LiveLogs {
  const watchers = new Set<LogWatcher>()
  let subscription: { close(): void } | undefined

  function tellLines(message: string): void {
    for (const line of message.split('\n')) for (const { onLine } of watchers) onLine(line)
  }

  function tellInterruption(): void {
    for (const { onInterruption } of watchers) onInterruption()
  }

  function stop(): void {
    subscription?.close()
    subscription = undefined
  }

  return {
    watch(watcher) {
      watchers.add(watcher)
      subscription ??= subscribe({ redis, clock }, tellLines, tellInterruption)
      return () => {
        if (watchers.delete(watcher) && watchers.size === 0) stop()
      }
    },
    close() {
      watchers.clear()
      stop()
    },
  }
}

function subscribe(
  { redis, clock }: LiveLogsDeps,
  onMessage: (message: string) => void,
  onInterruption: () => void,
): { close(): void } {
  const connection = redis.duplicate({
    connectionName: `${redis.options.connectionName ?? 'gatehouse'}-watch`,
    // The client's own way of subscribing again leaves its failure to nobody, which would end the process.
    autoResubscribe: false,
  })
  let isHeard = false
  let wasHeard = false
  let timer: Timer | undefined

  async function listen(): Promise<void> {
    try {
      await connection.subscribe(liveLogsChannel)
    } catch {
      return
    }
    // Said when lines come again: until then there is nothing to stand on the other side of the gap.
    if (wasHeard && !isHeard) onInterruption()
    isHeard = true
    wasHeard = true
  }

  function plan(): void {
    timer = clock.after(beatEveryMs, () => {
      if (connection.status === 'ready') {
        if (isHeard) void connection.ping().catch(() => undefined)
        else void listen()
      }
      plan()
    })
  }

  const lose = () => {
    isHeard = false
  }
  connection.on('error', lose)
  connection.on('close', lose)
  connection.on('ready', () => void listen())
  connection.on('message', (_channel, message: string) => onMessage(message))
  plan()
  return {
    close() {
      timer?.cancel()
      connection.disconnect()
    },
  }
}
