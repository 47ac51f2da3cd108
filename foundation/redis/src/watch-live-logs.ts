// Streams log lines of all processes as they are written. One connection serves all watchers, and it is open only while
// there are any. Lines that are lost while Redis is unreachable are not repeated; the watchers are notified of the gap.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { liveLogsChannel } from './create-log-sink.ts'
import { openSubscriber } from './open-subscriber.ts'
import type { RedisClient } from './redis-client.ts'

export type LogWatcher = {
  /** One line, as JSON. */
  onLine(line: string): void
  /** Some lines were missed; their number is unknown. */
  onInterruption(): void
}

export type LiveLogs = {
  /** Returns a function that stops watching. */
  watch(watcher: LogWatcher): () => void
  close(): void
}

export type LiveLogsDeps = {
  /** Any connection to the right Redis; subscriptions have a connection of their own. */
  redis: RedisClient
  clock: Clock
}

// A subscriber sends no commands on its own, so without a heartbeat it would not notice a dead connection.
const heartbeatEveryMs = 1_000

export function createLiveLogs({ redis, clock }: LiveLogsDeps): LiveLogs {
  const watchers = new Set<LogWatcher>()
  let subscription: { close(): void } | undefined

  function forwardLines(message: string): void {
    for (const line of message.split('\n')) for (const { onLine } of watchers) onLine(line)
  }

  function notifyInterruption(): void {
    for (const { onInterruption } of watchers) onInterruption()
  }

  function stop(): void {
    subscription?.close()
    subscription = undefined
  }

  return {
    watch(watcher) {
      watchers.add(watcher)
      subscription ??= subscribe({ redis, clock }, forwardLines, notifyInterruption)
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
  const connection = openSubscriber(redis, 'watch')
  let isSubscribed = false
  let wasSubscribed = false
  let timer: Timer | undefined

  async function subscribeChannel(): Promise<void> {
    try {
      await connection.subscribe(liveLogsChannel)
    } catch {
      return
    }
    // Reported once the channel is subscribed again: only then does the gap have an end.
    if (wasSubscribed && !isSubscribed) onInterruption()
    isSubscribed = true
    wasSubscribed = true
  }

  function plan(): void {
    timer = clock.after(heartbeatEveryMs, () => {
      if (connection.status === 'ready') {
        if (isSubscribed) void connection.ping().catch(() => undefined)
        else void subscribeChannel()
      }
      plan()
    })
  }

  const markLost = () => {
    isSubscribed = false
  }
  connection.on('error', markLost)
  connection.on('close', markLost)
  connection.on('ready', () => void subscribeChannel())
  connection.on('message', (_channel, message: string) => onMessage(message))
  plan()
  return {
    close() {
      timer?.cancel()
      connection.disconnect()
    },
  }
}
