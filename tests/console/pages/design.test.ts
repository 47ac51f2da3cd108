import { test } from 'vitest'
import { type StateRow, expectState } from '../expect-state.ts'

test.each<StateRow>([
  {
    state: 'ready',
    async show(page) {
      await page.goto('/design')
      await page.getByRole('grid', { name: '100,000 calls' }).waitFor()
      await page.getByRole('slider', { name: 'Credits by day' }).waitFor()
    },
  },
])('design: $state', (row) => expectState('design', row))
