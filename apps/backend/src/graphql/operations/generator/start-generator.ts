import { defineMutation } from '../../schema/define-operation.ts'
import { generatorStatusType } from './generator-type.ts'
import { noteGeneratorChange } from './note-generator-change.ts'

export const startGenerator = defineMutation({
  name: 'startGenerator',
  description: 'Lets the match-score generator run. Starting what runs changes nothing.',
  inputs: {},
  returns: generatorStatusType,
  cost: 50,
  async resolve(context) {
    const status = await context.deps.generator.start()
    await noteGeneratorChange(context, 'generator.start')
    return status
  },
})
