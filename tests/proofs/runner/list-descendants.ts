import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export type ProcessEntry = { pid: number; parentPid: number; program: string }

/** Lists the running processes that a process, by default this one, started directly or indirectly. */
export async function listDescendants(root = process.pid): Promise<ProcessEntry[]> {
  const processes = await listProcesses()
  const found = new Map<number, ProcessEntry>()
  const visit = (parent: number) => {
    for (const entry of processes) {
      if (entry.parentPid !== parent || found.has(entry.pid)) continue
      found.set(entry.pid, entry)
      visit(entry.pid)
    }
  }
  visit(root)
  return [...found.values()]
}

/** Zombies are left out: they hold no resources, and in a container they may never be reaped. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  const child = spawn('ps', ['-A', '-o', 'pid=,ppid=,stat=,comm='], { stdio: ['ignore', 'pipe', 'ignore'] })
  const rows = (await text(child.stdout)).split('\n').map((line) => line.trim().split(/\s+/))
  return rows
    .filter(([pid, , state]) => state !== undefined && !state.startsWith('Z') && Number(pid) !== child.pid)
    .map(([pid, parentPid, , program = '']) => ({ pid: Number(pid), parentPid: Number(parentPid), program }))
}
