import { defineQuery } from '../../schema/define-operation.ts'
import { generatorMetricsType } from './generator-type.ts'

export const generatorMetrics = defineQuery({
  name: 'generatorMetrics',
  description: 'The metrics of the match-score generator, as reported by the AI service.',
  inputs: {},
  returns: generatorMetricsType,
  cost: 20,
  resolve: ({ deps }) => deps.generator.readMetrics(),
})
