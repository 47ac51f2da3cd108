// What a process has not collected yet is not what it keeps. V8 collects when it sees fit, which may be minutes later, so
// it is told to, through the inspector that the process was started with.
import { once } from 'node:events'

/** For the environment of the process. Its address is chosen by the process and written to stderr. */
export const inspectorOptions = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

export function findInspectorUrl(line: string): string | undefined {
  return /^Debugger listening on (ws:\/\/\S+)$/.exec(line)?.[1]
}

/** Whether the line is one that Node writes because of the inspector. */
export function isInspectorLine(line: string): boolean {
  return /^(?:Debugger |For help, see: https:\/\/nodejs\.org)/.test(line)
}

export async function collectGarbage(inspectorUrl: string): Promise<void> {
  const socket = new WebSocket(inspectorUrl)
  await once(socket, 'open')
  // What is freed by the first is often what kept something else.
  for (let id = 1; id <= 2; id += 1) {
    const answered = once(socket, 'message')
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
    await answered
  }
  socket.close()
  await once(socket, 'close')
}
