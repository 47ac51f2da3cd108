// The rules of the chart that a compiler cannot know: probes that keep pods in service during a failover, and time to drain.
import { z } from 'zod'
import type { Manifest } from './render-chart.ts'

const probeSchema = z.object({
  httpGet: z.object({ path: z.string() }),
  periodSeconds: z.number(),
  failureThreshold: z.number(),
})
const deploymentSchema = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({ runAsUser: z.literal(10_001), runAsNonRoot: z.literal(true) }),
        containers: z.tuple([
          z.object({
            env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
            startupProbe: probeSchema,
            readinessProbe: probeSchema,
            securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
          }),
        ]),
      }),
    }),
  }),
})

type Deployment = z.output<typeof deploymentSchema>

/** One line per broken rule. */
export function checkLifecycle(manifests: readonly Manifest[]): string[] {
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
  return deployments.flatMap((manifest) => checkDeployment(deploymentSchema.parse(manifest)))
}

function checkDeployment({ metadata: { name }, spec }: Deployment): string[] {
  const pod = spec.template.spec
  const [container] = pod.containers
  const settingMs = (setting: string) => Number(container.env.find((env) => env.name === setting)?.value)
  const [leadMs, graceMs] = [settingMs('SHUTDOWN_LEAD_MS'), settingMs('SHUTDOWN_GRACE_MS')]
  const { readinessProbe, startupProbe } = container
  const noticedMs = readinessProbe.periodSeconds * readinessProbe.failureThreshold * 1_000
  const faults: string[] = []
  if (!(pod.terminationGracePeriodSeconds * 1_000 > leadMs + graceMs))
    faults.push(`${name} is killed before its drain can be over`)
  if (!(leadMs > noticedMs)) faults.push(`${name} stops listening before its readiness probe can fail`)
  if (!name.endsWith('ai-service') && readinessProbe.httpGet.path !== '/healthz')
    faults.push(`${name} would be taken out of service while Postgres fails over`)
  if (!name.endsWith('ai-service') && startupProbe.httpGet.path !== '/ready')
    faults.push(`${name} would be started without a database`)
  return faults
}
