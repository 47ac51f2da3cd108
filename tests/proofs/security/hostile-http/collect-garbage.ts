// Uncollected garbage is not retained memory. V8 may collect it minutes later, so the collection is forced through the
// inspector that the process was started with.
import { once } from 'node:events'

/** Environment of the process. The process chooses the inspector's address and writes it to stderr. */
export const inspectorOptions = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

export function findInspectorUrl(line: string): string | undefined {
  return /^Debugger listening on (ws:\/\/\S+)$/.exec(line)?.[1]
}

/** Whether Node wrote the line because of the inspector. */
export function isInspectorLine(line: string): boolean {
  return /^(?:Debugger |For help, see: https:\/\/nodejs\.org)/.test(line)
}

export async function collectGarbage(inspectorUrl: string): Promise<void> {
  const socket = new WebSocket(inspectorUrl)
  await once(socket, 'open')
  // The first collection often makes more objects unreachable.
  for (let id = 1; id <= 2; id += 1) {
    const answered = once(socket, 'message')
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
    await answered
  }
  socket.close()
  await once(socket, 'close')
}
