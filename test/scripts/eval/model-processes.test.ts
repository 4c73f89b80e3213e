import {expect, it} from 'vitest';
import {residentBytes} from '../../../scripts/eval/model-processes.js';

it('the processes that run models for a parent, with their memory in bytes', () => {
	const list = `    1     0   4096 /sbin/init
   77    42 176128 /usr/bin/node /a/dist/model-process.js {"file":"/a/b.gguf"}
  178    42   1024 /usr/bin/node /a/dist/reader-process.js {"file":"/a/b.sqlite"}
  179    43 200000 /usr/bin/node /a/dist/model-process.js {"file":"/a/b.gguf"}
`;
	expect([...residentBytes(list, 42)]).toEqual([[77, 180_355_072]]);
});
