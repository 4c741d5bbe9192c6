import { expect, test } from 'vitest';
import { fileDiff } from './change';

test('shows an inserted block with three lines of context', () => {
  expect(fileDiff('f', '1\n2\n3\n4\n5\n6\n7\n8\n', '1\n2\n3\n4\nnew\n5\n6\n7\n8\n')).toBe(
    '--- a/f\n+++ b/f\n@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+new\n 5\n 6\n 7\n',
  );
});

test('shows a new file and a deleted one', () => {
  expect(fileDiff('f', undefined, 'a\n')).toBe('--- /dev/null\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n');
  expect(fileDiff('f', 'a\n', undefined)).toBe('--- a/f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n');
});

test('marks a last line without a newline', () => {
  expect(fileDiff('f', 'a', 'a\nb')).toBe(
    '--- a/f\n+++ b/f\n@@ -1,1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n',
  );
});

test('shows different line endings', () => {
  expect(fileDiff('f', 'a\r\n', 'a\n')).toContain('-a\r\n+a\n');
});

test('counts repeated lines once', () => {
  expect(fileDiff('f', 'a\na\n', 'a\na\na\n')).toBe(
    '--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n a\n a\n+a\n',
  );
});

test('identical texts have no diff', () => {
  expect(fileDiff('f', 'a\n', 'a\n')).toBe('');
});
