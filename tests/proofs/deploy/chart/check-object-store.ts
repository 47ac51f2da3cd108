// Every pod that is given OBJECT_STORE_URL can read the credentials file at the path that values.yaml documents.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Manifest } from './render-chart.ts'

const podSchema = z.object({
  spec: z.object({
    containers: z.array(
      z.object({
        env: z.array(z.object({ name: z.string() })).optional(),
        volumeMounts: z
          .array(z.object({ name: z.string(), mountPath: z.string(), subPath: z.string().optional() }))
          .optional(),
      }),
    ),
    volumes: z
      .array(z.object({ name: z.string(), secret: z.object({ secretName: z.string() }).optional() }))
      .optional(),
  }),
})
const hasPod = z.object({ spec: z.object({ template: podSchema }) })
const hasJob = z.object({ spec: z.object({ jobTemplate: hasPod }) })

/** One line per pod that lacks the file, for a rendering with the Secret `store`; also if no pod has the URL. */
export function checkObjectStore(manifests: readonly Manifest[]): string[] {
  const values = readFileSync(new URL('../../../../deploy/chart/values.yaml', import.meta.url), 'utf8')
  const directory = /\?credentials=(\S+)\/credentials /.exec(values)?.[1]
  const users = manifests.flatMap((manifest) => {
    const { spec } = podOf(manifest) ?? { spec: undefined }
    const containers = spec?.containers.filter(({ env }) =>
      env?.some(({ name }) => name === 'OBJECT_STORE_URL'),
    )
    return (containers ?? []).map(({ volumeMounts }) => {
      const volume = spec?.volumes?.find(({ secret }) => secret?.secretName === 'store')
      const mount = volumeMounts?.find(({ name }) => name === volume?.name)
      const isRight = volume && mount?.mountPath === directory && mount?.subPath === undefined
      return { name: manifest.metadata.name, isRight }
    })
  })
  const expected = ['release-ai-service', 'release-archive-calls', 'release-backend']
  const missing = expected.filter((name) => !users.some((user) => user.name === name))
  return [
    ...users
      .filter(({ isRight }) => !isRight)
      .map(({ name }) => `${name} cannot read the credentials of the object store at ${directory}`),
    ...missing.map((name) => `${name} is not given OBJECT_STORE_URL`),
  ]
}

function podOf(manifest: Manifest): z.output<typeof podSchema> | undefined {
  if (manifest.kind === 'CronJob') return hasJob.parse(manifest).spec.jobTemplate.spec.template
  return manifest.kind === 'Deployment' ? hasPod.parse(manifest).spec.template : undefined
}
