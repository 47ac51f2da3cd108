import { randomUUID } from 'node:crypto'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Redis } from 'ioredis'
import { afterAll, expect, test } from 'vitest'
import { liveLogsChannel } from './create-log-sink.ts'
import { createLiveLogs } from './watch-live-logs.ts'

const connectionName = `test-${randomUUID()}`
const redis = new Redis(testRedisUrl(), { connectionName })
const logs = createLiveLogs({ redis, clock: createSystemClock() })

afterAll(() => {
  logs.close()
  redis.disconnect()
})

const within = (what: string) => ({ withinMs: 15_000, what })

function listen() {
  const lines: string[] = []
  let interruptions = 0
  const stop = logs.watch({
    onLine: (line) => void lines.push(line),
    onInterruption: () => void (interruptions += 1),
  })
  return { lines, stop, interruptions: () => interruptions }
}

/** Other tests publish on this channel too; this test recognises its own lines by their text. */
async function publishUntilHeard(text: string, lines: readonly string[]): Promise<void> {
  await waitUntil(
    async () => {
      await redis.publish(liveLogsChannel, `${text} 1\n${text} 2`)
      return lines.includes(`${text} 2`)
    },
    within(`${text} is received`),
  )
}

async function watchingIds(): Promise<string[]> {
  const list = String(await redis.client('LIST')).split('\n')
  return list
    .filter((line) => line.includes(`name=${connectionName}-watch`))
    .map((line) => /\bid=(\d+)/.exec(line)?.[1] ?? '')
}

test('a message of several lines reaches every watcher as separate lines, over one connection', async () => {
  const [one, other] = [listen(), listen()]
  await publishUntilHeard('both', one.lines)
  await publishUntilHeard('both', other.lines)
  expect(one.lines).toContain('both 1')
  expect(await watchingIds()).toHaveLength(1)
  one.stop()
  await publishUntilHeard('the rest', other.lines)
  expect(one.lines).not.toContain('the rest 1')
  other.stop()
  await waitUntil(async () => (await watchingIds()).length === 0, within('no watcher is connected'))
})

test('a broken connection is reopened, and watchers are notified that lines may be missing', async () => {
  const { lines, stop, interruptions } = listen()
  await publishUntilHeard('before', lines)
  expect(interruptions()).toBe(0)
  for (const id of await watchingIds()) await redis.client('KILL', 'ID', id)
  await publishUntilHeard('after', lines)
  expect(interruptions()).toBe(1)
  stop()
})
