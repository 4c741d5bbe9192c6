// Becomes dist/worker.cjs: a worker thread runs the code of the extension's own file.
void require('./extension.cjs').work();
