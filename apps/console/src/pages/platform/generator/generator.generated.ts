// Generated from generator.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type GeneratorVariables = Record<string, never>

export type GeneratorResult = {
  generatorStatus: {
    status: string
    uptimeSeconds: number
    currentBatch: number
    queueSize: number
  }
  generatorMetrics: {
    totalProcessed: number
    totalErrors: number
    avgProcessingTimeMs: number
    throughputPerMinute: number
    lastProcessedAt: string | null
    errorRate: number
    circuitBreakerState: string
  }
}

export const generator: Operation<GeneratorResult, GeneratorVariables> = {
  name: 'Generator',
  text: "query Generator{generatorStatus{status uptimeSeconds currentBatch queueSize}generatorMetrics{totalProcessed totalErrors avgProcessingTimeMs throughputPerMinute lastProcessedAt errorRate circuitBreakerState}}",
}

export type StartGeneratorVariables = Record<string, never>

export type StartGeneratorResult = {
  startGenerator: {
    status: string
  }
}

export const startGenerator: Operation<StartGeneratorResult, StartGeneratorVariables> = {
  name: 'StartGenerator',
  text: "mutation StartGenerator{startGenerator{status}}",
}

export type StopGeneratorVariables = Record<string, never>

export type StopGeneratorResult = {
  stopGenerator: {
    status: string
  }
}

export const stopGenerator: Operation<StopGeneratorResult, StopGeneratorVariables> = {
  name: 'StopGenerator',
  text: "mutation StopGenerator{stopGenerator{status}}",
}
