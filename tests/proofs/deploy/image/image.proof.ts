import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Proof, judged, notMeasured } from '../../proof.ts'
import { secretValues } from '../chart/deployed-services.ts'
import { type Buildah, buildImage, findMissingTool, openStorage, repository } from './build-image.ts'
import { digestFiles, findTestCode, findUnlistedPackages } from './inspect-app.ts'
import { tryCommands } from './try-commands.ts'

const sizeMbMax = 400

export const proof: Proof = {
  name: 'image',
  tier: 'night',
  claim:
    'the image of a clean clone runs its four commands without root on a read-only file system, and contains only what runs',
  bar: `every command answers, ≤ ${sizeMbMax} MB, 0 development packages, 0 test files, equal /app in two builds`,
  async run({ progress }) {
    const missing = await findMissingTool()
    if (missing !== undefined) return notMeasured(`this machine has no ${missing}`)
    await using scope = new AsyncDisposableStack()
    const directory = await mkdtemp(join(tmpdir(), 'gatehouse-image-'))
    scope.defer(() => rm(directory, { recursive: true, force: true }))
    const { environment, buildah } = await openStorage(directory)
    const digests: string[] = []
    const faults: string[] = []
    let sizeMb = Number.NaN
    let packages = 0
    // The second clone is made from the first: the repository may get another commit in the meantime.
    const clones = [join(directory, 'one'), join(directory, 'two')] as const
    for (const [name, from] of [
      ['one', repository],
      ['two', clones[0]],
    ] as const) {
      const tag = `localhost/gatehouse:${name}`
      await buildImage({ from, into: join(directory, name) }, { name: tag, environment })
      const root = await mountImage(buildah, tag)
      digests.push(await digestFiles(join(root, 'app')))
      progress(`built ${name}: /app is ${digests.at(-1)?.slice(0, 16)}`)
      if (name !== 'one') continue
      sizeMb = toMb(await buildah('images', '--format', '{{.Size}}', tag))
      const { listed, unlisted } = await findUnlistedPackages(join(root, 'app'), clones[0])
      packages = listed
      faults.push(...unlisted.map((found) => `${found} is not in the bill of materials`))
      faults.push(...(await findTestCode(join(root, 'app'))).map((path) => `test code: ${path}`))
      faults.push(...(await tryCommands({ root, directory, environment: settings })))
    }
    for (const fault of faults) progress(fault)
    const isSame = new Set(digests).size === 1
    return judged({
      figure:
        `${sizeMb} MB with ${packages} listed packages; ${faults.length} faults; ` +
        `two builds ${isSame ? 'equal' : 'differ'} (${digests[0]?.slice(0, 12)})`,
      isPassed: faults.length === 0 && isSame && sizeMb <= sizeMbMax && packages > 0,
    })
  },
  async tryTools(scope) {
    if ((await findMissingTool()) !== undefined) return
    const directory = await mkdtemp(join(tmpdir(), 'gatehouse-image-'))
    scope.defer(() => rm(directory, { recursive: true, force: true }))
    const { buildah } = await openStorage(directory)
    await buildah('from', 'scratch')
  },
}

const settings = {
  ...secretValues,
  HOST: '127.0.0.1',
  CONSOLE_DIRECTORY: '/app/apps/console/dist',
  AI_SERVICE_URL: 'http://127.0.0.1:1',
  GATEWAY_URL: 'http://127.0.0.1:1/llm/v1',
  // Nothing listens there: the services must start and answer nevertheless.
  DATABASE_URL: 'postgres://x@127.0.0.1:1/x',
  REDIS_URL: 'redis://127.0.0.1:1',
}

async function mountImage(buildah: Buildah, image: string): Promise<string> {
  return buildah('mount', await buildah('from', '--pull-never', image))
}

function toMb(size: string): number {
  const [, amount = '', unit = ''] = /^([\d.]+) ([MG])B$/.exec(size) ?? []
  return Number(amount) * (unit === 'G' ? 1_000 : 1)
}
