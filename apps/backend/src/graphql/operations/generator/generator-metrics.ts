import { defineQuery } from '../../schema/define-operation.ts'
import { generatorMetricsType } from './generator-type.ts'

export const generatorMetrics = defineQuery({
  name: 'generatorMetrics',
  description: 'What the match-score generator has done, as the AI service says.',
  inputs: {},
  returns: generatorMetricsType,
  cost: 20,
  resolve: ({ deps }) => deps.generator.readMetrics(),
})
