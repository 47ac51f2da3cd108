// Checks the units of deploy/systemd by systemd's own reader, where the machine has it.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const units = fileURLToPath(new URL('../../../../deploy/systemd', import.meta.url))
const analyzer = 'systemd-analyze'
const drainSeconds = 905

/** One line per fault; undefined if systemd-analyze is not installed. */
export async function checkUnits(): Promise<string[] | undefined> {
  const service = await readFile(join(units, 'gatehouse@.service'), 'utf8')
  const stopSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(service)?.[1])
  const faults =
    stopSeconds > drainSeconds ? [] : ['systemd: a service is killed before its drain can be over']
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-units-'))
  try {
    await cp(units, directory, { recursive: true })
    await cp(join(units, 'gatehouse@.service'), join(directory, 'gatehouse@gateway.service'))
    const names = ['gatehouse@gateway.service', 'gatehouse-migrate.service', 'gatehouse.target']
    const found = await verify(names.map((name) => join(directory, name)))
    return found && [...faults, ...found]
  } finally {
    await rm(directory, { recursive: true })
  }
}

function verify(files: readonly string[]): Promise<string[] | undefined> {
  return new Promise((resolve) => {
    execFile(analyzer, ['verify', '--man=no', ...files], (error, _stdout, stderr) => {
      if (error?.code === 'ENOENT') return resolve(undefined)
      const lines = stderr.split('\n').filter((line) => line.includes('gatehouse'))
      // This machine's Node may be elsewhere.
      resolve(lines.filter((line) => !line.includes('is not executable')).map((line) => `systemd: ${line}`))
    })
  })
}
