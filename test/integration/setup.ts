import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './agent/temporary';

// This file is run before each test file, and a module that several of them share only once.
afterAll(removeTemporaryFolders);
