import { expect, test } from 'vitest'
import { createTellProgress } from './tell-progress.ts'

function listen(progressToken: number | undefined) {
  const heard: unknown[] = []
  const tell = createTellProgress({
    progressToken,
    async notify({ params }) {
      heard.push(params?.['progress'])
      if (heard.length === 1) throw new Error('nobody is there')
    },
  })
  return { heard, tell: (done: number) => tell({ done, total: 3, message: 'so far' }) }
}

test('progress is told only as it grows, and whether somebody hears it does not matter', () => {
  const { heard, tell } = listen(7)
  for (const done of [0, 0, 1, 1, 0, 3]) tell(done)
  expect(heard).toEqual([0, 1, 3])
})

test('whoever did not ask hears nothing', () => {
  const { heard, tell } = listen(undefined)
  tell(1)
  expect(heard).toEqual([])
})
