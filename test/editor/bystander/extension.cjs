const vscode = require('vscode');

/** One test that always passes, as any other extension might have. */
exports.activate = (/** @type {import('vscode').ExtensionContext} */ { subscriptions }) => {
  const controller = vscode.tests.createTestController('bystander', 'Bystander');
  controller.items.add(controller.createTestItem('one', 'a test of another extension'));
  controller.createRunProfile(
    'Run',
    vscode.TestRunProfileKind.Run,
    (request) => {
      const run = controller.createTestRun(request);
      controller.items.forEach((item) => run.passed(item));
      run.end();
    },
    true,
  );
  subscriptions.push(controller);
};
