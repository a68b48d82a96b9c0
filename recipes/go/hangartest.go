// Package hangartest gives each test an emulator of its own.
//
// Copy this file into a folder hangartest of your module. A test that calls New gets a sandbox: in memory, with the
// definitions of the workspace file and nothing else, so that tests also run side by side (t.Parallel). The parent of the
// sandboxes is the Hangar of HANGAR_URL, such as that of "hangar exec"; without one, Run starts "hangar serve" with the
// hangar.json of the test's folder or the nearest one above:
//
//	func TestMain(m *testing.M) { os.Exit(hangartest.Run(m)) }
//
// When a test fails, its log has the findings: the mistakes of the program under test, with the requests that prove them.
// It needs Go 1.19 or later, and nothing else.
package hangartest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// How long a Hangar may take to be ready, and to stop.
const patience = 30 * time.Second

// Hangar is an emulator: point the program under test at URL, with APIKey.
type Hangar struct {
	URL    string
	APIKey string

	adminToken string
	t          testing.TB
}

// Refusal is an answer that is no success.
type Refusal struct {
	Status  int
	Message string
}

func (r *Refusal) Error() string { return fmt.Sprintf("%d: %s", r.Status, r.Message) }

// The Hangar whose sandboxes the tests get.
var parent *Hangar

// Run runs the tests of a package and gives their exit code.
func Run(m *testing.M) int {
	stop, err := begin()
	defer stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "hangartest:", err)
		return 3
	}
	return m.Run()
}

// New makes a sandbox, which ends with the test.
func New(t testing.TB) *Hangar {
	t.Helper()
	if parent == nil {
		t.Fatal("call hangartest.Run in TestMain")
	}
	var made struct{ ID, URL, APIKey string }
	if err := parent.Try("POST", "/_emulator/sandboxes", map[string]any{"test": named(t)}, &made); err != nil {
		t.Fatal(err)
	}
	sandbox := &Hangar{URL: made.URL, APIKey: made.APIKey, adminToken: parent.adminToken, t: t}
	t.Cleanup(func() {
		state := "passed"
		if t.Failed() {
			state = "failed"
			sandbox.logFindings()
		}
		path := "/_emulator/sandboxes/" + made.ID
		if err := parent.Try("POST", path+"/outcome", map[string]any{"state": state}, nil); err != nil {
			t.Log(err)
		}
		if err := parent.Try("DELETE", path, nil, nil); err != nil {
			t.Error(err)
		}
	})
	return sandbox
}

// The name of a test and the place where it calls New, for the page Tests.
func named(t testing.TB) map[string]any {
	test := map[string]any{"name": t.Name()}
	if _, file, line, ok := runtime.Caller(2); ok {
		test["file"], test["line"] = filepath.Base(file), line
	}
	return test
}

// Call sends a request and reads its JSON into a pointer, or nowhere for nil. A refusal ends the test.
func (h *Hangar) Call(method, path string, body, into any) {
	h.t.Helper()
	if err := h.Try(method, path, body, into); err != nil {
		h.t.Fatal(err)
	}
}

// Try is Call for a test of what is refused: it gives a *Refusal.
func (h *Hangar) Try(method, path string, body, into any) error {
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, h.URL+path, sent)
	if err != nil {
		return err
	}
	request.Header.Set("X-Service-API-Key", h.APIKey)
	request.Header.Set("User-Agent", "hangartest")
	if h.adminToken != "" && strings.HasPrefix(path, "/_emulator") {
		request.Header.Set("Authorization", "Bearer "+h.adminToken)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode >= 400 {
		var refused struct{ Error string }
		if json.Unmarshal(text, &refused) != nil || refused.Error == "" {
			refused.Error = string(text)
		}
		return &Refusal{answer.StatusCode, refused.Error}
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}

// WaitForRun waits for the end of a run, without sleeping.
func (h *Hangar) WaitForRun(runID string) {
	h.t.Helper()
	h.Call("POST", "/_emulator/wait", map[string]any{"for": "run", "runID": runID}, nil)
}

// AddFault adds a fault: AddFault(map[string]any{"slug": "busy", "kind": "error", "status": 429, "times": 1}).
func (h *Hangar) AddFault(fault map[string]any) {
	h.t.Helper()
	h.Call("POST", "/_emulator/faults", fault, nil)
}

// Advance moves the emulated clock, on which waits, timeouts and retries are.
func (h *Hangar) Advance(by time.Duration) {
	h.t.Helper()
	h.Call("POST", "/_emulator/clock/advance", map[string]any{"seconds": by.Seconds()}, nil)
}

func (h *Hangar) logFindings() {
	var found struct {
		Items []struct {
			Rule, Message string
			RequestIDs    []string
		}
	}
	if err := h.Try("GET", "/_emulator/findings", nil, &found); err != nil {
		h.t.Log(err)
		return
	}
	h.t.Logf("Findings of Hangar: %d", len(found.Items))
	for _, each := range found.Items {
		h.t.Logf("%s: %s (%s)", each.Rule, each.Message, strings.Join(each.RequestIDs, ", "))
	}
}

func nothing() {}

// Finds the parent, or starts it; stop ends what was started.
func begin() (stop func(), err error) {
	if url := os.Getenv("HANGAR_URL"); url != "" {
		parent = &Hangar{
			URL:        strings.TrimRight(url, "/"),
			APIKey:     os.Getenv("HANGAR_API_KEY"),
			adminToken: os.Getenv("HANGAR_ADMIN_TOKEN"),
		}
		return nothing, parent.ready()
	}
	workspace, err := above("hangar.json")
	if err != nil {
		return nothing, err
	}
	program := os.Getenv("HANGAR_COMMAND")
	if program == "" {
		if program, err = above(filepath.Join("node_modules", ".bin", "hangar")); err != nil {
			return nothing, err
		}
	}
	return start(exec.Command(program, "serve", "--in-memory", "--port", "0", "--log-format", "json", "--workspace", workspace))
}

// Starts a server and waits until it is ready.
func start(server *exec.Cmd) (stop func(), err error) {
	server.Stderr = os.Stderr
	output, err := server.StdoutPipe()
	if err != nil {
		return nothing, err
	}
	if err := server.Start(); err != nil {
		return nothing, err
	}
	for lines := bufio.NewScanner(output); lines.Scan(); {
		var line struct{ Event, URL, APIKey string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Event == "ready" {
			// What it says later is read, so that it never waits for a reader.
			go io.Copy(io.Discard, output)
			parent = &Hangar{URL: line.URL, APIKey: line.APIKey}
			return func() { end(server) }, parent.ready()
		}
	}
	return nothing, fmt.Errorf("hangar did not start: %s (%v)", server, server.Wait())
}

func end(server *exec.Cmd) {
	// Windows knows no signal that asks a program to stop.
	if runtime.GOOS == "windows" || server.Process.Signal(syscall.SIGTERM) != nil {
		server.Process.Kill()
	}
	kill := time.AfterFunc(patience, func() { server.Process.Kill() })
	defer kill.Stop()
	server.Wait()
}

// Waits until Hangar serves, such as one in a container that has just been started.
func (h *Hangar) ready() error {
	deadline := time.Now().Add(patience)
	for {
		err := h.Try("GET", "/_emulator/ready", nil, nil)
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// The path of a file in the working directory, or in the nearest folder above that has it.
func above(name string) (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		path := filepath.Join(folder, name)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		if filepath.Dir(folder) == folder {
			return "", fmt.Errorf("there is no %s here or in a folder above", name)
		}
		folder = filepath.Dir(folder)
	}
}
