// Holds one process to a share of a core with a cgroup, so that this machine can offer it several times what it can
// serve. Both layouts of Linux are supported: the `cpu` controller of version 1 and the unified hierarchy.
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@gatehouse/testkit/wait-until'

export type CpuQuota = {
  add(pid: number): Promise<void>
  /** Time in which processes of the group were ready to run and had used up their share. */
  throttledMs(): Promise<number>
}

// The kernel's default of 100 ms would stop the process for 75 ms at a time, which no scheduler of a busy machine does.
const periodMicros = 10_000
const legacyRoot = '/sys/fs/cgroup/cpu'
const unifiedRoot = '/sys/fs/cgroup'

/** Returns undefined if this machine does not allow a quota to be set. */
export async function openCpuQuota(
  scope: AsyncDisposableStack,
  cores: number,
): Promise<CpuQuota | undefined> {
  const isLegacy = existsSync(join(legacyRoot, 'cpu.cfs_period_us'))
  const parent = join(isLegacy ? legacyRoot : unifiedRoot, await findOwnGroup(isLegacy))
  const folder = join(parent, `gatehouse-proof-${process.pid}`)
  const quotaMicros = Math.round(cores * periodMicros)
  try {
    await mkdir(folder)
    scope.defer(() => removeGroup(folder))
    if (isLegacy) {
      await writeFile(join(folder, 'cpu.cfs_period_us'), String(periodMicros))
      await writeFile(join(folder, 'cpu.cfs_quota_us'), String(quotaMicros))
    } else {
      await writeFile(join(parent, 'cgroup.subtree_control'), '+cpu')
      await writeFile(join(folder, 'cpu.max'), `${quotaMicros} ${periodMicros}`)
    }
  } catch {
    return undefined
  }
  return {
    add: (pid) => writeFile(join(folder, 'cgroup.procs'), String(pid)),
    async throttledMs() {
      const stat = await readFile(join(folder, 'cpu.stat'), 'utf8')
      const [, nanos] = /throttled_time (\d+)/.exec(stat) ?? []
      const [, micros] = /throttled_usec (\d+)/.exec(stat) ?? []
      return nanos === undefined ? Number(micros) / 1_000 : Number(nanos) / 1_000_000
    },
  }
}

async function findOwnGroup(isLegacy: boolean): Promise<string> {
  const lines = (await readFile('/proc/self/cgroup', 'utf8')).split('\n').map((line) => line.split(':'))
  const own = lines.find(([, controllers = '']) =>
    isLegacy ? controllers.split(',').includes('cpu') : controllers === '',
  )
  return own?.[2] ?? '/'
}

/** A group can be removed only when its last process has been reaped. */
async function removeGroup(folder: string): Promise<void> {
  const isRemoved = () =>
    rmdir(folder).then(
      () => true,
      () => false,
    )
  await waitUntil(isRemoved, { withinMs: 5_000, what: 'the cgroup is removed' })
}
