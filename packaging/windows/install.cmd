@echo off
rem Copies the plugin and the profile to where Wireshark looks for those of this user.
rem SPDX-License-Identifier: GPL-2.0-or-later
rem
rem   install.cmd           for every Wireshark that is found, and says whether each loads the plugin
rem   install.cmd /check    only says that
rem   install.cmd /undo     removes both; what you changed in the profile stays
rem
rem WIRESHARK_DIR names the folder of a Wireshark that is not where its installer puts it. WIRESHARK_APPDATA names the folder
rem of your settings, as it does for Wireshark itself; a portable Wireshark has them in its folder Data.
rem
rem What is in a folder's name is never handed to call, which would read a % in it once more.
setlocal EnableExtensions DisableDelayedExpansion
set "here=%~dp0"
set "list=installed-by-bcnet.txt"
set "said=%TEMP%\bcnet-install-%RANDOM%.txt"
set "copying=yes"
set "good="
set "bad="
if defined WIRESHARK_DIR set "WIRESHARK_DIR=%WIRESHARK_DIR:"=%"
if defined WIRESHARK_APPDATA set "WIRESHARK_APPDATA=%WIRESHARK_APPDATA:"=%"

pushd "%here%"
if not exist "tools\wireshark-folders.cmd" goto packed
if /i "%~1"=="/undo" goto undo
if /i "%~1"=="/check" set "copying="
if /i not "%~1"=="/check" if not "%~1"=="" goto usage

call tools\wireshark-folders.cmd
if not defined folders goto missing
for %%f in (%folders%) do (set "wireshark=%%~f") & (call :wireshark)
if exist "%said%" del "%said%"
echo.
if defined bad goto failed
if not defined good goto unknown
if defined copying echo Done. Start Wireshark and open a capture.
call :wait
exit /b 0

rem All that there may be: of the Wireshark that is found, and of one that is gone by now.
:undo
call tools\wireshark-folders.cmd
set "wireshark="
call :find_target
call :remove
for %%f in (%folders%) do (set "wireshark=%%~f") & (call :remove_of)
call :wait
if defined bad exit /b 1
exit /b 0

:packed
echo This is not the whole zip. Unpack all of it into a folder, and start install.cmd there.
call :wait
exit /b 1

:missing
echo Wireshark with TShark was not found. Install it from https://www.wireshark.org (TShark is one of the parts to
echo choose), or set WIRESHARK_DIR to its folder.
call :wait
exit /b 1

:unknown
echo There is no plugin for this series of Wireshark here. There are:
dir /b plugins
call :wait
exit /b 1

:failed
echo Something went wrong; it is said above.
call :wait
exit /b 1

:usage
echo Usage: install.cmd [/check or /undo]
exit /b 2

rem ---- One Wireshark: its version, the plugin for that series, and whether it loads it ----

rem Where this Wireshark keeps what is the user's.
:find_target
set "target=%APPDATA%\Wireshark"
if defined wireshark if exist "%wireshark%\..\AppInfo\appinfo.ini" if exist "%wireshark%\..\..\Data\" set "target=%wireshark%\..\..\Data"
if defined WIRESHARK_APPDATA set "target=%WIRESHARK_APPDATA%"
for %%t in ("%target%") do set "target=%%~ft"
set "profile=%target%\profiles\Bridge Commander"
goto :eof

rem Two folders of one series share the user's plugins: once is enough.
:wireshark
call :ask_version
call :find_target
set "dll=%target%\plugins\%series%\epan\bcnet.dll"
if "%dll%"=="%done%" goto :eof
echo Wireshark %version% in "%wireshark%"
if not exist "plugins\%series%\epan\bcnet.dll" goto no_plugin
if defined copying call :copy_plugin
if defined copying if not defined copied goto :eof
if defined copying call :copy_profile
set "done=%dll%"
set "WIRESHARK_APPDATA_BEFORE=%WIRESHARK_APPDATA%"
set "WIRESHARK_APPDATA=%target%"
"%wireshark%\tshark.exe" -G plugins >"%said%" 2>nul
set "WIRESHARK_APPDATA=%WIRESHARK_APPDATA_BEFORE%"
find "bcnet.dll" "%said%" >nul
if errorlevel 1 goto not_loaded
echo   loads the plugin
set "good=yes"
goto :eof

:no_plugin
echo   is of a series that this zip has no plugin for
goto :eof

:not_loaded
echo   does not load the plugin: "If it does not work" in README.txt tells what to do
set "bad=yes"
goto :eof

rem The first line: TShark (Wireshark) 4.4.18 (...)
:ask_version
set "line="
set "version=unknown"
set "series=unknown"
"%wireshark%\tshark.exe" --version >"%said%" 2>nul
set /p line=<"%said%"
for /f "tokens=3" %%v in ("%line%") do set "version=%%v"
for /f "tokens=1,2 delims=." %%a in ("%version%") do set "series=%%a.%%b"
goto :eof

:copy_plugin
set "copied="
for %%d in ("%dll%") do if not exist "%%~dpd" mkdir "%%~dpd"
copy /y "plugins\%series%\epan\bcnet.dll" "%dll%" >nul
if errorlevel 1 goto not_copied
echo   copied "%dll%"
set "copied=yes"
goto :eof

:copy_profile
if not exist "%profile%\" mkdir "%profile%"
if exist "%profile%\%list%" move /y "%profile%\%list%" "%profile%\%list%.old" >nul
pushd "profiles\Bridge Commander"
for %%f in (*) do (set "name=%%~f") & (call :copy_of_profile)
popd
if exist "%profile%\%list%.old" del "%profile%\%list%.old"
echo   copied "%profile%"
goto :eof

rem Columns, ports and the folder of a game that the user has set are in preferences: those stay.
:copy_of_profile
if /i not "%name%"=="preferences" goto copy_file
if not exist "%profile%\%name%" goto copy_file
call :as_it_came ".old"
if defined same goto copy_file
echo   keeps your own "%profile%\%name%"
goto :eof

:copy_file
copy /y "%name%" "%profile%\%name%" >nul
if errorlevel 1 goto not_copied
for %%f in ("%profile%\%name%") do >>"%profile%\%list%" echo %name%^|%%~zf %%~tf
goto :eof

rem Sets same when a file of the profile has the size and the time that it was written down with.
:as_it_came
set "same="
set "came=unknown"
if exist "%profile%\%list%%~1" for /f "usebackq tokens=1,* delims=|" %%a in ("%profile%\%list%%~1") do if /i "%%a"=="%name%" set "came=%%b"
for %%f in ("%profile%\%name%") do if "%came%"=="%%~zf %%~tf" set "same=yes"
goto :eof

:not_copied
echo   could not be copied. Is Wireshark still running?
set "bad=yes"
goto :eof

rem ---- Away with it; what is empty afterwards goes, too ----

:remove_of
set "before=%target%"
call :find_target
if /i not "%target%"=="%before%" call :remove
goto :eof

:remove
if exist "%target%\plugins\" call :remove_plugins
if exist "%profile%\" call :remove_profile
if exist "%target%\bcnet\cache\" call :remove_cache
goto :eof

:remove_plugins
pushd "%target%\plugins"
for /d %%d in (*) do call :remove_plugin "%%d"
popd
rmdir "%target%\plugins" 2>nul
goto :eof

:remove_plugin
if not exist "%~1\epan\bcnet.dll" goto :eof
del "%~1\epan\bcnet.dll"
if exist "%~1\epan\bcnet.dll" goto not_removed
echo Removed "%target%\plugins\%~1\epan\bcnet.dll"
rmdir "%~1\epan" 2>nul
rmdir "%~1" 2>nul
goto :eof

:not_removed
echo "%target%\plugins\%~1\epan\bcnet.dll" could not be removed. Is Wireshark still running?
set "bad=yes"
goto :eof

:remove_profile
pushd "%profile%"
for %%f in (*) do (set "name=%%~f") & (call :remove_of_profile)
popd
if exist "%profile%\%list%" del "%profile%\%list%"
rmdir "%profile%" 2>nul
if not exist "%profile%\" echo Removed "%profile%"
rmdir "%target%\profiles" 2>nul
goto :eof

rem What is not as it came is the user's; what Wireshark writes by itself on the way out is not.
:remove_of_profile
if /i "%name%"=="recent" set "same=yes"
if /i not "%name%"=="recent" call :as_it_came
if not defined same goto keep_file
del "%profile%\%name%"
goto :eof

:keep_file
if /i "%name%"=="%list%" goto :eof
echo Yours, and stays: "%profile%\%name%"
goto :eof

rem Version 0.1 kept there what it had read of a game's folder.
:remove_cache
rmdir /s /q "%target%\bcnet\cache"
echo Removed "%target%\bcnet\cache"
rmdir "%target%\bcnet" 2>nul
goto :eof

rem A window that was opened by a double click would be gone before it is read.
:wait
if "%BCNET_NO_PAUSE%"=="" pause
goto :eof
