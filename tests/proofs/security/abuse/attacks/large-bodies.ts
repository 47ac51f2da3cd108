import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type AddedKey, addKey } from '@gatehouse/testkit/seed-gateway'
import type { Attack, AbuseSetup } from '../attack.ts'
import { manyCredits } from '../attack-parts.ts'
import { callHeaders } from '../../../gateway/gateway-setup.ts'

const bodyBytes = 33_000_000
const partBytes = 1_000_000

/** Bodies of 33 MB that are never completed: first with a key without credits, then from two companies with credits. */
export const largeBodies: Attack = {
  name: 'F7 unfinished bodies',
  async run(platform) {
    const poor = await platform.addAttacker(0n)
    const count = platform.isShort ? 4 : 40
    const refused = await holdBodies(platform, [poor.key], count)
    const rich = await Promise.all([platform.addAttacker(manyCredits), platform.addAttacker(manyCredits)])
    const more = await Promise.all(
      rich.map(({ companyId }) => addKey(platform.setup.database, { companyId })),
    )
    const keys = [...rich.map(({ key }) => key), ...more]
    const held = await holdBodies(platform, keys, count)
    return {
      faults: [],
      says: `${count} bodies without credits: ${refused}; ${count} with: ${held}`,
    }
  },
}

async function holdBodies(platform: AbuseSetup, keys: readonly AddedKey[], count: number): Promise<string> {
  const sockets: Socket[] = []
  const answers: string[] = []
  const part = Buffer.alloc(partBytes, 0x20)
  const { hostname, port } = new URL(platform.gateway.url)
  await Promise.all(
    Array.from({ length: count }, async (_, turn) => {
      const key = keys[turn % keys.length]
      if (!key) return
      const socket = connect({ host: hostname, port: Number(port) })
      sockets.push(socket)
      socket.on('error', () => undefined)
      socket.on('data', (data) => answers.push(/^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? ''))
      await send(socket, { key, part })
    }),
  )
  await pause(platform.isShort ? 300 : 2_000)
  for (const socket of sockets) socket.destroy()
  const groups = Map.groupBy(answers.filter(Boolean), (status) => status)
  const counts = [...groups].map(([status, { length }]) => `${status} × ${length}`)
  return [...counts, `${count - answers.length} waiting`].join(', ')
}

async function send(socket: Socket, { key, part }: { key: AddedKey; part: Buffer }): Promise<void> {
  const lines = Object.entries({ host: 'gateway', ...callHeaders(key), 'content-length': String(bodyBytes) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /llm/v1/chat/completions HTTP/1.1\r\n${head}\r\n`)
  const gone = once(socket, 'close').then(() => true)
  gone.catch(() => undefined)
  for (let sent = 0; sent < bodyBytes - 2 * partBytes; sent += partBytes) {
    if (socket.destroyed) return
    if (socket.write(part)) continue
    const isOver = await Promise.race([once(socket, 'drain').then(() => false), gone, pause(3_000, true)])
    if (isOver) return
  }
}
