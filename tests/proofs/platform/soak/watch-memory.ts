// Reads, at moments of the same load, how much memory and how many descriptors a running service uses. The heap is read
// after a forced collection, through the inspector, so that garbage does not count.
import { readFile, readdir } from 'node:fs/promises'
import type { ServiceProcess } from '@gatehouse/testkit/start-service-process'
import { percentile } from '../../kit/percentile.ts'

export type Watched = { name: string; process: ServiceProcess; inspectorPort: number }

type Reading = { heapBytes: number; descriptors: number; rssBytes: number }

export type Growth = {
  name: string
  heapShare: number
  descriptors: number
  /** Medians of the first and of the last readings. */
  heapBytes: readonly [number, number]
  rssBytes: readonly [number, number]
}

export type MemoryWatch = {
  read(): Promise<void>
  /** How the last readings compare with the first ones, which are taken after the warm-up. */
  growth(): Growth[]
}

/** One reading may fall into a moment with many open connections. */
const comparedReadings = 5

export function watchMemory(watched: readonly Watched[]): MemoryWatch {
  const readings = new Map(watched.map(({ name }) => [name, [] as Reading[]]))
  return {
    async read() {
      for (const each of watched) readings.get(each.name)?.push(await readMemory(each))
    },
    growth: () => [...readings].map(([name, all]) => toGrowth(name, all)),
  }
}

function toGrowth(name: string, all: readonly Reading[]): Growth {
  const count = Math.min(comparedReadings, Math.max(1, Math.floor(all.length / 2)))
  const [first, last] = [all.slice(0, count), all.slice(-count)]
  const median = (some: readonly Reading[], of: (reading: Reading) => number) => percentile(some.map(of), 0.5)
  const both = (of: (reading: Reading) => number) => [median(first, of), median(last, of)] as const
  const [heapBytes, rssBytes] = [both((each) => each.heapBytes), both((each) => each.rssBytes)]
  const [descriptorsFirst, descriptorsLast] = both((each) => each.descriptors)
  return {
    name,
    heapBytes,
    rssBytes,
    heapShare: heapBytes[1] / heapBytes[0] - 1,
    descriptors: descriptorsLast - descriptorsFirst,
  }
}

async function readMemory({ process: { pid }, inspectorPort }: Watched): Promise<Reading> {
  const [status, descriptors] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readdir(`/proc/${pid}/fd`),
  ])
  const rssKilobytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1])
  return {
    heapBytes: await readHeapBytes(inspectorPort),
    // The inspector's own connection is closed again when descriptors are next read.
    descriptors: descriptors.length,
    rssBytes: rssKilobytes * 1_024,
  }
}

async function readHeapBytes(port: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  const opened = Promise.withResolvers<void>()
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('error', () => opened.reject(new Error('the inspector does not answer')))
  await opened.promise
  try {
    // The second collection frees what finalizers of the first one released.
    await ask(socket, 1, 'HeapProfiler.collectGarbage')
    await ask(socket, 2, 'HeapProfiler.collectGarbage')
    const { usedSize } = (await ask(socket, 3, 'Runtime.getHeapUsage')) as { usedSize: number }
    return usedSize
  } finally {
    socket.close()
  }
}

function ask(socket: WebSocket, id: number, method: string): Promise<unknown> {
  const answered = Promise.withResolvers<unknown>()
  const read = ({ data }: MessageEvent) => {
    const message = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (message.id !== id) return
    socket.removeEventListener('message', read)
    answered.resolve(message.result)
  }
  socket.addEventListener('message', read)
  socket.send(JSON.stringify({ id, method }))
  return answered.promise
}
