// Exports spans over OTLP/HTTP. The SDK is loaded only if an endpoint is set: without it the OpenTelemetry API does
// nothing, and a process that exports no spans should not pay for loading the SDK.
import type { Secret } from '@gatehouse/runtime/secret'
import type { Logger } from './create-logger.ts'

export type TraceExportOptions = {
  service: string
  release: string
  /** Identifies the process among those of the same service. */
  instanceId: string
  logger: Logger
  /** The full address, such as http://collector:4318/v1/traces. */
  url: string
  /** Headers of every export, such as a vendor's API key: `name=value`, separated by commas. */
  headers: Secret | undefined
  /** Share of the traces begun here that are recorded. A caller that sends `traceparent` decides for its own trace. */
  sampleRatio: number
}

export type TraceExport = {
  /** Exports what is pending; waits for a few seconds at most. */
  close(): Promise<void>
}

const exportTimeoutMs = 3_000

/** Registers the SDK for the whole process: a process runs one service. */
export async function startTraceExport(options: TraceExportOptions): Promise<TraceExport> {
  const { context, diag, DiagLogLevel, trace } = await import('@opentelemetry/api')
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const sdk = await import('@opentelemetry/sdk-trace')
  const exporter = new OTLPTraceExporter({
    url: options.url,
    headers: parseHeaders(options.headers?.reveal() ?? ''),
    timeoutMillis: exportTimeoutMs,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `gatehouse-${options.service}`,
      'service.namespace': 'gatehouse',
      'service.version': options.release,
      'service.instance.id': options.instanceId,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.sampleRatio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  })
  const warn = (message: string) => options.logger.warn('traces could not be exported', { reason: message })
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, { logLevel: DiagLogLevel.WARN })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  return {
    async close() {
      await provider.shutdown().catch((error: unknown) => warn(String(error)))
      trace.disable()
      context.disable()
      diag.disable()
    },
  }
}

function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.trim().split('='))
  return Object.fromEntries(
    pairs
      .filter(([name]) => name !== '')
      .map(([name = '', ...value]) => [name, decodeURIComponent(value.join('='))]),
  )
}
