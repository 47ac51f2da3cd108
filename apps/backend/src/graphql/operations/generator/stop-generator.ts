import { defineMutation } from '../../schema/define-operation.ts'
import { generatorStatusType } from './generator-type.ts'
import { noteGeneratorChange } from './note-generator-change.ts'

export const stopGenerator = defineMutation({
  name: 'stopGenerator',
  description:
    'Stops the match-score generator after the batches in hand. Stopping what is stopped changes nothing.',
  inputs: {},
  returns: generatorStatusType,
  cost: 50,
  async resolve(context) {
    const status = await context.deps.generator.stop()
    await noteGeneratorChange(context, 'generator.stop')
    return status
  },
})
