import { describe, expect, test } from 'vitest'
import { isHardCommand } from '../../src/suggest/hard.ts'

describe('a command that only a person lets through', () => {
  test.each([
    'rm -rf x',
    'unlink x',
    'git branch -D x',
    'git stash drop',
    'git stash clear',
    'git tag -d v1',
    'git checkout -f main',
    'git checkout -- .',
    'git restore .',
    'git rm -rf x',
    'git update-ref -d refs/heads/x',
    'git worktree remove x',
    'find . -name x -delete',
    'find -delete',
    'find . -type f -name x -exec rm {} +',
    'docker rm -f x',
    'docker system prune -f',
    'docker compose down -v',
    'gh repo delete x',
    'npx prisma migrate reset --force',
    'npx wrangler deploy',
  ])('%s', (command) => {
    expect(isHardCommand(command)).toBe(true)
  })

  test.each([
    'npm test',
    'git status',
    'git log --oneline',
    'git branch',
    'git stash list',
    'find . -name x',
    'ls -la',
    'npx tsc',
  ])('is not %s', (command) => {
    expect(isHardCommand(command)).toBe(false)
  })
})
